() => {
  const said = (each) => `${each.tagName.toLowerCase()}${each.id ? "#" + each.id : ""}.${[...each.classList].join(".")}`;
  const shown = (each) => each.getClientRects().length && getComputedStyle(each).visibility !== "hidden";
  // What is moved sideways within itself is no fault, however far it reaches.
  const isMoved = (each) => {
    for (let around = each.parentElement; around; around = around.parentElement) {
      if (around !== document.body && ["auto", "scroll"].includes(getComputedStyle(around).overflowX)) return true;
    }
    return false;
  };
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
  // What a list has chosen, and what a field says while it is empty, is drawn by the browser: no node overflows.
  const ruler = document.body.appendChild(document.createElement("span"));
  ruler.style.cssText = "position: fixed; visibility: hidden; white-space: pre";
  const ARROW = 20;
  for (const each of document.querySelectorAll("select:not([multiple], [size]), input[placeholder]")) {
    if (!shown(each) || each.closest(".unseen, [popover]:not(:popover-open)")) continue;
    const style = getComputedStyle(each);
    const isList = each.tagName === "SELECT";
    const words = isList ? each.selectedOptions[0]?.label ?? "" : each.value ? "" : each.placeholder;
    const drawn = isList ? style : getComputedStyle(each, "::placeholder");
    for (const part of ["fontFamily", "fontSize", "fontWeight", "fontVariantNumeric"]) ruler.style[part] = drawn[part];
    ruler.textContent = words;
    const wide = ruler.getBoundingClientRect().width;
    const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      - (isList && style.appearance !== "none" ? ARROW : 0);
    if (wide > room + 1) found.push(`cut: ${said(each)} “${words.slice(0, 60)}” ${Math.ceil(wide)} > ${Math.floor(room)}`);
  }
  ruler.remove();
  const bar = document.querySelector("header.bar");
  if (bar) {
    const parts = [...bar.querySelectorAll("a, button, .clock, .day, .mark")].filter(
      (each) => shown(each) && !each.closest("[popover]"));
    for (const [place, one] of parts.entries()) {
      const a = one.getBoundingClientRect();
      if (a.right > innerWidth + 1 && !isMoved(one)) found.push(`out of the page: ${said(one)} “${one.textContent.trim()}”`);
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
  if (page.scrollWidth > page.clientWidth + 1) {
    // The innermost that reach over the edge.
    const over = [...document.querySelectorAll("body *")].filter((each) => shown(each)
      && each.getBoundingClientRect().right + scrollX > page.clientWidth + 1
      && ![...each.children].some((child) => child.getBoundingClientRect().right + scrollX > page.clientWidth + 1)
      && !each.closest("svg") && !isMoved(each));
    found.push(`the page is ${page.scrollWidth} wide, the screen ${page.clientWidth}: ${over.slice(0, 3).map(said).join(", ")}`);
  }
  return found;
}
