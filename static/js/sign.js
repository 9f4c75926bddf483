// A sign for guests. One without a stream renews itself by the clock, and one that could not be renewed for a while shows
// no limits: others may be in force. What a stream says of the page is in live.js.
(() => {
  const ASKED_AGAIN_MS = 10000;
  const page = () => document.getElementById("page");
  const byClock = () => Number(page().dataset.staleAfter) * 1000;
  let renewed = performance.now();
  let askedByLine = -ASKED_AGAIN_MS;

  // Asks the house what the sign shows now, if anybody looks at it.
  function ask() {
    if (!document.hidden) page().dispatchEvent(new CustomEvent("renew"));
  }

  // The house knows no such sign any more: it was withdrawn, or has another address. It is asked again all the same, by
  // the clock, for what stands between may have been wrong.
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id !== "page") return;
    const isOver = document.body.classList.contains("is-ended");
    if (ctx.response?.status === 404 && !isOver) {
      document.body.classList.add("is-ended");
      document.dispatchEvent(new CustomEvent("line:end"));
    } else if (ctx.response?.status === 200 && isOver) location.reload();
  });

  document.addEventListener("htmx:after:swap", () => {
    renewed = performance.now();
    if (byClock()) document.body.classList.remove("is-stale");
  });
  setInterval(() => {
    if (byClock()) document.body.classList.toggle("is-stale", performance.now() - renewed > byClock());
  }, 1000);
  // A telephone that was put away asks at once when it is looked at again.
  document.addEventListener("visibilitychange", ask);

  // A line is refused to a sign that is over, and that looks like one that is cut: only the house can say which it is.
  document.addEventListener("line:lost", () => {
    if (document.hidden || performance.now() - askedByLine < ASKED_AGAIN_MS) return;
    askedByLine = performance.now();
    ask();
  });

  // ---- the newest numbers of the day are seen, unless somebody looks at earlier ones

  const columns = () => document.querySelector(".sign-columns");
  const isAtEnd = () => !columns() || columns().scrollLeft + columns().clientWidth > columns().scrollWidth - 8;
  let follows = true;
  const follow = () => { if (follows && columns()) columns().scrollLeft = columns().scrollWidth; };
  document.addEventListener("DOMContentLoaded", follow);
  document.addEventListener("htmx:before:swap", () => { follows = isAtEnd(); });
  document.addEventListener("htmx:after:swap", follow);
})();
