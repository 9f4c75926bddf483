// Dark or light: as the machine asks, until somebody here has chosen. Runs before the page is drawn.
(() => {
  const root = document.documentElement;
  const kept = localStorage.getItem("theme");
  if (kept === "dark" || kept === "light") root.dataset.theme = kept;

  const lightNow = () =>
    root.dataset.theme ? root.dataset.theme === "light" : matchMedia("(prefers-color-scheme: light)").matches;

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-switch-theme]")) return;
    root.dataset.theme = lightNow() ? "dark" : "light";
    localStorage.setItem("theme", root.dataset.theme);
  });
})();
