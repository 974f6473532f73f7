/** What the build of the widgets tells the worker that serves them: dist/pages.json. */
export type Pages = {
  embed: { path: string; integrity: string; bytes: number; brotli: number }
  card: {
    locales: string[]
    /** CSP sources of the frame's one script and one style element. */
    scriptHash: string
    styleHash: string
    /** Changes with any byte of any locale's file: the frame's ETag. */
    version: string
    /** The largest locale's file. */
    bytes: number
    brotli: number
  }
}
