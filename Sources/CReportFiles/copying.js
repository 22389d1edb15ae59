// A patch on its way to the clipboard. A browser may not let a page that was opened as a file write there: then the patch is
// shown and selected, to be copied by hand.

function selectPatch(button, patch) {
  const card = button.closest(".card");
  const field = card.querySelector(".patch") ?? make("textarea", "patch");
  field.value = patch;
  field.readOnly = true;
  field.spellcheck = false;
  field.setAttribute("aria-label", "Patch");
  button.after(field);
  field.focus();
  field.select();
}

function copyButton(patch) {
  const button = make("button", "copy", "copy patch");
  button.title = "A unified diff: patch -p1 or git apply applies it";
  button.setAttribute("aria-live", "polite");
  const byHand = () => {
    selectPatch(button, patch);
    button.textContent = "selected: copy it with Ctrl+C or ⌘C";
  };
  button.addEventListener("click", () => {
    if (!navigator.clipboard) return byHand();
    navigator.clipboard.writeText(patch).then(() => { button.textContent = "copied"; }, byHand);
  });
  return button;
}
