// What `npm run build` says of the pages that are read: types are checked without a build, too.
declare module '*/dist/docs.json' {
  const docs: import('../contract/builtPages.ts').Docs
  export default docs
}
