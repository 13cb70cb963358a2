// @ts-check
/* A form or link with data-swap="id" is followed in the background; the part of that id in the reply
   takes the place of the part here. A lost connection loses nothing: the form stays, with the same
   answer id. */

let sending = false;

/** @param {(part: ParentNode) => void} wire */
export function wireSwap(wire) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const id = form.dataset.swap;
    if (!id || event.defaultPrevented) return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    const body = new FormData(form, event.submitter);
    form.setAttribute("aria-busy", "true");
    const by = event.submitter;
    const action = by instanceof HTMLButtonElement && by.hasAttribute("formaction") ? by.formAction : form.action;
    send(form, action, body, id, wire).finally(() => {
      sending = false;
      form.removeAttribute("aria-busy");
    });
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-swap]") : null;
    if (!link || event.defaultPrevented || event.button > 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const address = new URL(link.getAttribute("href") ?? "", location.href);
    follow(address, link.getAttribute("data-swap") ?? "", wire);
  });
  window.addEventListener("popstate", () => location.reload());
}

/**
 * @param {HTMLFormElement} form
 * @param {string} action
 * @param {FormData} body
 * @param {string} id
 * @param {(part: ParentNode) => void} wire
 */
async function send(form, action, body, id, wire) {
  const get = form.method === "get";
  const address = new URL(action);
  if (get) for (const [name, value] of body) address.searchParams.append(name, String(value));
  /** @type {Response} */
  let reply;
  try {
    reply = await fetch(address, {
      method: get ? "GET" : "POST",
      body: get ? undefined : new URLSearchParams(/** @type {any} */ (body)),
      headers: { "X-Part": id },
    });
  } catch {
    tell(form, form.dataset.lost ?? document.body.dataset.lost ?? "");
    return;
  }
  await put(reply, id, wire, reply.redirected || get);
}

/** Follow a link; where that cannot be done in the background, go there.
 * @param {URL} address @param {string} id @param {(part: ParentNode) => void} wire */
async function follow(address, id, wire) {
  try {
    await put(await fetch(address, { headers: { "X-Part": id } }), id, wire, true);
  } catch {
    location.assign(address);
  }
}

/**
 * The part of a reply in place of the part here.
 * @param {Response} reply
 * @param {string} id
 * @param {(part: ParentNode) => void} wire
 * @param {boolean} moves whether the address is another one now
 */
async function put(reply, id, wire, moves) {
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const fresh = page.getElementById(id);
  const stale = document.getElementById(id);
  if (!fresh || !stale) {
    location.assign(reply.url);
    return;
  }
  const held = stale.contains(document.activeElement) ? document.activeElement?.id : "";
  stale.replaceWith(fresh);
  document.title = page.title || document.title;
  document.body.className = page.body.className;
  const head = page.querySelector(".masthead");
  if (head) document.querySelector(".masthead")?.replaceWith(head);
  for (const also of document.querySelectorAll("[data-follow]")) {
    const twin = also.id && page.getElementById(also.id);
    if (twin) {
      also.replaceWith(twin);
      wire(twin);
    }
  }
  if (moves) history.pushState(null, "", reply.url);
  wire(fresh);
  arrive(fresh);
  if (held && document.activeElement === document.body) document.getElementById(held)?.focus();
}

/** Focus goes to what is new: the explanation after an answer, the question after "next".
 * @param {HTMLElement} part */
function arrive(part) {
  const place = part.querySelector("[data-arrive]");
  if (place instanceof HTMLElement) {
    place.focus({ preventScroll: true });
    show(part.querySelector("[data-in-view]"), place);
  }
  const news = part.querySelector("[data-announce]");
  const live = document.getElementById("live");
  if (live) live.textContent = news?.textContent ?? "";
}

/** Scroll no further than it takes to see two places; where both do not fit, the second one.
 * @param {Element | null} also @param {Element} place */
function show(also, place) {
  const before = scrollY;
  for (const one of [also, place]) one?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const after = scrollY;
  if (after === before || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  scrollTo({ top: before, behavior: "instant" });
  scrollTo({ top: after, behavior: "smooth" });
}

/** One polite sentence in the form that could not be sent.
 * @param {HTMLFormElement} form @param {string} sentence */
export function tell(form, sentence) {
  let note = form.querySelector("[data-lost-note]");
  if (!note) {
    note = document.createElement("p");
    note.setAttribute("data-lost-note", "");
    note.setAttribute("role", "alert");
    note.className = "lost";
    form.append(note);
  }
  note.textContent = sentence;
}
