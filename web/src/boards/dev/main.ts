// A page for working on boards: it feeds them with recorded positions. Not part of the app.
//
//   npx vite, then open /src/boards/dev/?game=backgammon&n=12&theme=wood&dark

import "../materials.css";
import { mount } from "svelte";
import DevPage from "./DevPage.svelte";

const target = document.querySelector("#page");
if (target !== null) mount(DevPage, { target });
