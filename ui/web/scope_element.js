// texelscope.js: the explorer or the answers of a page that has a place for them, and elsewhere the element <texel-scope state="tx1.…">, a panel with a
// state for the pages of a course.
import { startAnswers } from "./answers.js";
import { start } from "./explorer.js";

/** @typedef {{ own: string, page: string }} Files the address of texelscope.js, and the explorer's page, which asks for it */

/** What the panel's page holds in the place of its state. @param {HTMLElement} element @param {string} own */
function stateOf(element, own) {
  const lang = element.getAttribute("lang") ?? element.closest("[lang]")?.getAttribute("lang") ?? undefined;
  const state = { name: element.getAttribute("name") ?? "", line: element.getAttribute("state") ?? "", embed: true, lang, whole: new URL("explorer.html", own).href };
  return JSON.stringify(state).replaceAll("<", "\\u003c");
}

/** @param {Files} files */
function defineElement({ own, page }) {
  const empty = '<script id="state" type="application/json">null</';
  const escaped = own.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  class TexelScope extends HTMLElement {
    static observedAttributes = ["state", "lang", "name"];

    connectedCallback() {
      if (this.shadowRoot !== null) return;
      const style = document.createElement("style");
      style.textContent = ":host { display: block; height: 420px; min-height: 320px; } iframe { display: block; width: 100%; height: 100%; border: 0; border-radius: 8px; }";
      this.frame = document.createElement("iframe");
      this.attachShadow({ mode: "open" }).append(style, this.frame);
      this.show();
    }

    attributeChangedCallback() {
      this.show();
    }

    /** Begins anew with the state. */
    show() {
      if (this.frame === undefined) return;
      const state = stateOf(this, own);
      this.frame.title = this.getAttribute("name") ?? "Texelscope";
      this.frame.srcdoc = page.replace(empty, () => empty.replace("null", () => state)).replace('src="texelscope.js"', () => `src="${escaped}"`);
    }
  }
  if (customElements.get("texel-scope") === undefined) customElements.define("texel-scope", TexelScope);
}

/**
 * @param {string} wasm the module, in base64 @param {(wasm: ArrayBuffer) => Promise<import("./model.js").Module>} load @param {Files} files
 */
export function begin(wasm, load, files) {
  const holds = (/** @type {string} */ id) => document.getElementById(id)?.getAttribute("type") === "application/json";
  if (holds("state")) start(wasm, load);
  else if (holds("answers")) startAnswers(wasm, load);
  else defineElement(files);
}
