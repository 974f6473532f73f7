// The manifest that `npm run build` writes: types are checked without a build, too.
declare module '*/dist/pages.json' {
  const pages: import('../contract/builtPages.ts').Pages
  export default pages
}
