import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/page.css";
import "./styles/parts.css";

document.getElementById("plain")?.remove(); // told to browsers that do not come this far
mount(App, { target: document.body });
