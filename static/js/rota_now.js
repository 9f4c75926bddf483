// The timeline of the rota begins with the hour that was: a narrow screen, or a late one, shows the hours to come and
// what is left of the last.
document.addEventListener("DOMContentLoaded", () => {
  const now = document.getElementById("now");
  if (!now) return;
  const { hourWidth } = document.getElementById("drawn").dataset;
  const names = document.querySelector(".rota-rows").offsetWidth;
  document.querySelector(".rota-scroll").scrollLeft = Number(now.getAttribute("x1")) - names - hourWidth / 3;
});
