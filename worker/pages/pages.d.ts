// The manifest that `npm run build` writes: types are checked without a build, too.
declare module '*/dist/pages.json' {
  const pages: {
    embed: { path: string; integrity: string; bytes: number; brotli: number }
    card: {
      locales: string[]
      scriptHash: string
      styleHash: string
      version: string
      bytes: number
      brotli: number
    }
  }
  export default pages
}
