import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/page.css";
import "./styles/game.css";
import "./styles/play.css";
import "./styles/front.css";
import "./styles/audit.css";
import "./styles/narrow.css";

/** What no browser had before 2023; those that do not read modules never come this far. */
const modern =
  "Worker" in window &&
  "with" in Array.prototype &&
  "findLastIndex" in Array.prototype &&
  "hasOwn" in Object &&
  "timeout" in AbortSignal &&
  "showModal" in HTMLDialogElement.prototype;

if (modern) {
  document.getElementById("plain")?.remove();
  mount(App, { target: document.body });
}
