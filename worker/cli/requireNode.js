// Loaded with `node --import` ahead of every command, and plain JavaScript on purpose: a Node that cannot strip types
// would otherwise answer with a stack trace about an unknown file extension.
if (!process.features.typescript) {
  console.error(
    `Sluice needs Node 22.18 or later and this is ${process.version}. Run it by npm (\`npm run dev\`, \`npm test\`): \`npm install\` brings a fitting Node along.`,
  )
  process.exit(1)
}
