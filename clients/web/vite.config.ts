import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server gives out dist/ under /page/, and index.html at / and /g/ID.
export default defineConfig({
  base: "/page/",
  plugins: [svelte()],
  root: "src",
  ssr: { noExternal: true }, // what tests run in Node is one file
  assetsInclude: ["**/*.bsr"], // recordings, in tests
  build: { outDir: "../dist", emptyOutDir: true, assetsInlineLimit: 0, target: "es2022" },
});
