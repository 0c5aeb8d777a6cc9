# What `wrangler` would write by itself: the bundle, the WebAssembly as a module beside it, and an address.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "audit", worker = .audit)],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "audit")],
);

const audit :Workerd.Worker = (
  compatibilityDate = "2026-11-01",
  modules = [
    (name = "worker.js", esModule = embed "dist/worker.js"),
    (name = "core.wasm", wasm = embed "dist/core.wasm"),
  ],
);
