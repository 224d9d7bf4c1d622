import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/page.css";
import "./styles/game.css";
import "./styles/play.css";
import "./styles/front.css";
import "./styles/audit.css";
import "./styles/narrow.css";

document.getElementById("plain")?.remove(); // told to browsers that do not come this far
mount(App, { target: document.body });
