// On the server the package is used as it was installed, with its .wasm files beside it.
/** @type {import('next').NextConfig} */
export default { serverExternalPackages: ['fairwasm'] };
