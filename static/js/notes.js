// Notes and chips that are counted: the sum follows what is written. A note's button adds one, undo takes it back.
(() => {
  document.documentElement.classList.add("has-keys");
  const added = new WeakMap();

  const inMoney = (minor) => window.houseFigures.money(Math.floor(minor / 100), minor % 100);
  // What a field says: 0 while nothing is written there or it is no number of pieces.
  const piecesIn = (field) => (/^[0-9]{1,5}$/.test(field.value.trim()) ? Number(field.value) : 0);

  function minorOf(note) {
    const typed = note.dataset.value || note.querySelector("input").value.trim().replace(",", ".");
    return /^[0-9]{1,10}(\.[0-9]{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : 0;
  }

  const countOf = (note) => [...note.querySelectorAll("input.field")].at(-1);

  function addUp(notes) {
    let total = 0;
    for (const note of notes.querySelectorAll("[data-value]")) total += minorOf(note) * piecesIn(countOf(note));
    notes.querySelector("[data-notes-total]").textContent = inMoney(total);
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
