// Whoever knows how a coup goes hides the steps, and they stay hidden in this browser. Runs before the page is drawn.
(() => {
  const root = document.documentElement;
  if (localStorage.getItem("first-coup") === "hidden") root.dataset.firstCoup = "hidden";

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-dismiss-first-coup]")) return;
    root.dataset.firstCoup = "hidden";
    localStorage.setItem("first-coup", "hidden");
  });
})();
