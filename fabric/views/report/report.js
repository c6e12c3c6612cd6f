"use strict";
// Search, folding and keys. The page says everything without it.
(() => {
  const groups = Array.from(document.querySelectorAll("details.group"));
  const search = document.getElementById("search");
  const none = document.getElementById("none");
  const state = document.getElementById("state");
  const only = Array.from(document.querySelectorAll("button[data-class]"));
  const texts = new Map();
  const textOf = (group) => {
    if (!texts.has(group)) texts.set(group, group.textContent.toLowerCase());
    return texts.get(group);
  };

  // `pod3-leaf5` is among `pod[1-16]-leaf[1-8]`: the full names stand in the body of each group.
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kinds = only.filter((one) => one.getAttribute("aria-pressed") === "true").map((one) => one.dataset.class);
    let shown = 0;
    for (const group of groups) {
      const fits = (!kinds.length || kinds.includes(group.dataset.class))
        && words.every((word) => textOf(group).includes(word));
      group.hidden = !fits;
      if (fits) shown += 1;
    }
    none.hidden = shown > 0 || !groups.length;
    state.textContent = shown === groups.length ? "" : `${shown} of ${groups.length} groups`;
  };

  const step = (by) => {
    const there = groups.filter((group) => !group.hidden).map((group) => group.querySelector("summary"));
    if (!there.length) return;
    const at = there.indexOf(document.activeElement);
    there[at < 0 ? (by > 0 ? 0 : there.length - 1) : Math.min(Math.max(at + by, 0), there.length - 1)].focus();
  };

  search.addEventListener("input", apply);
  for (const one of only) {
    one.addEventListener("click", () => {
      one.setAttribute("aria-pressed", String(one.getAttribute("aria-pressed") !== "true"));
      apply();
    });
  }
  const fold = (open) => { for (const group of groups) if (!group.hidden) group.open = open; };
  document.getElementById("open").addEventListener("click", () => fold(true));
  document.getElementById("close").addEventListener("click", () => fold(false));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === search) {
      if (event.key === "Escape") { search.value = ""; apply(); search.blur(); }
      return;
    }
    if (event.key === "/") { event.preventDefault(); search.focus(); }
    if (event.key === "j") step(1);
    if (event.key === "k") step(-1);
    if (event.key === "o") fold(true);
    if (event.key === "c") fold(false);
  });
  const opened = () => {
    const group = location.hash && document.getElementById(location.hash.slice(1));
    if (group instanceof HTMLDetailsElement) group.open = true;
  };
  window.addEventListener("hashchange", opened);
  opened();
  apply();
})();
