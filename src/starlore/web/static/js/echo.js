// @ts-check
/* While a number is typed the server says how it reads it. The reading is shown, and sent along. */

/** @param {ParentNode} part */
export function wireEcho(part) {
  for (const input of part.querySelectorAll("input[data-echo]")) {
    watch(/** @type {HTMLInputElement} */ (input));
  }
}

/** @param {HTMLInputElement} input */
function watch(input) {
  const said = document.getElementById(input.getAttribute("aria-describedby")?.split(" ")[0] ?? "");
  const sent = input.form?.elements.namedItem(input.dataset.reading ?? "reading");
  let turn = 0;
  input.addEventListener("input", async () => {
    const mine = ++turn;
    if (sent instanceof HTMLInputElement) sent.value = "";
    await new Promise((done) => setTimeout(done, 120));
    if (mine !== turn || !said) return;
    if (!input.value.trim()) {
      said.textContent = "";
      return;
    }
    try {
      const address = new URL(String(input.dataset.echo), location.href);
      address.searchParams.set("text", input.value);
      const reply = await fetch(address);
      const told = await reply.json();
      if (mine !== turn) return;
      said.textContent = told.say;
      said.classList.toggle("is-refused", !told.echo);
      if (sent instanceof HTMLInputElement) sent.value = told.echo ?? "";
    } catch {
      /* The server reads it again when it is sent. */
    }
  });
}
