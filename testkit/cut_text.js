() => {
  const said = (each) => `${each.tagName.toLowerCase()}${each.id ? "#" + each.id : ""}.${[...each.classList].join(".")}`;
  const shown = (each) => each.getClientRects().length && getComputedStyle(each).visibility !== "hidden";
  const found = [];
  for (const each of document.querySelectorAll("body *")) {
    const style = getComputedStyle(each);
    if (!shown(each) || each.closest(".unseen, svg, [popover]:not(:popover-open)")) continue;
    const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const scrolls = ["auto", "scroll"].includes(style.overflowX);
    const isCut = each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1;
    if (own && !scrolls && style.display !== "inline" && isCut) {
      found.push(`cut: ${said(each)} “${each.textContent.trim().slice(0, 60)}” ${each.scrollWidth} > ${each.clientWidth}`);
    }
  }
  const bar = document.querySelector("header.bar");
  if (bar) {
    const parts = [...bar.querySelectorAll("a, button, .clock, .day, .mark")].filter(
      (each) => shown(each) && !each.closest("[popover]"));
    for (const [place, one] of parts.entries()) {
      const a = one.getBoundingClientRect();
      if (a.right > innerWidth + 1) found.push(`out of the page: ${said(one)} “${one.textContent.trim()}”`);
      for (const other of parts.slice(place + 1)) {
        const b = other.getBoundingClientRect();
        if (one.contains(other) || other.contains(one)) continue;
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) {
          found.push(`over each other: “${one.textContent.trim()}” and “${other.textContent.trim()}”`);
        }
      }
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1) found.push(`the page is ${page.scrollWidth} wide, the screen ${page.clientWidth}`);
  return found;
}
