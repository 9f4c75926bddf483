// Notes and chips that are counted: the sum follows what is written. A note's button adds one, undo takes it back.
(() => {
  document.documentElement.classList.add("has-keys");
  const added = new WeakMap();

  // What a field says: 0 while nothing is written there or it is no number of pieces.
  const piecesIn = (field) => (/^[0-9]{1,5}$/.test(field.value.trim()) ? Number(field.value) : 0);

  const minorOf = (note, decimals) =>
    window.houseFigures.minor(note.dataset.value || note.querySelector("input").value, decimals);

  const countOf = (note) => [...note.querySelectorAll("input.field")].at(-1);

  function addUp(notes) {
    const decimals = Number(notes.dataset.decimals);
    let total = 0;
    for (const note of notes.querySelectorAll("[data-value]")) total += minorOf(note, decimals) * piecesIn(countOf(note));
    notes.querySelector("[data-notes-total]").textContent = window.houseFigures.money(total, decimals);
  }

  function write(field, pieces) {
    field.value = pieces ? String(pieces) : "";
    addUp(field.closest("[data-notes]"));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-note], [data-note-undo]");
    const notes = button?.closest("[data-notes]");
    if (!notes) return;
    const history = added.get(notes) ?? added.set(notes, []).get(notes);
    if ("note" in button.dataset) {
      const field = countOf(button.closest("[data-value]"));
      history.push(field.id);
      write(field, Math.min(piecesIn(field) + 1, 99999));
      return;
    }
    const field = document.getElementById(history.pop());
    if (field) write(field, Math.max(piecesIn(field) - 1, 0));
  });
  document.addEventListener("input", (event) => {
    const notes = event.target.closest?.("[data-notes]");
    if (notes) addUp(notes);
  });
  document.addEventListener("toggle", (event) => {
    for (const notes of event.target.querySelectorAll?.("[data-notes]") ?? []) addUp(notes);
  }, true);
  for (const notes of document.querySelectorAll("[data-notes]")) addUp(notes);
})();
