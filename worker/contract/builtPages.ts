/** A script below a name that is its hash. `integrity` is of SRI; sizes are in bytes. */
type Script = { path: string; integrity: string; bytes: number; brotli: number }

/** What the build of the widgets tells the worker that serves them: dist/pages.json. */
export type Pages = {
  embed: Script
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
  checkout: {
    /** For each there is a file of texts and styles, /checkout/<locale>.json. */
    locales: string[]
    script: Script
    /** Gives the page other colours; loaded where a merchant tries some out. */
    repaint: Script
  }
}

/** What the build tells of the pages that are read, and of the files of the API reference: dist/docs.json. */
export type Docs = {
  /** Changes with any byte of any of them: their ETag. */
  version: string
  /** CSP source of the one style element that each page without scripts has. */
  styleHash: string
}

/** In a printed page, stands for the address at which it is asked. */
export const originPlace = '{origin}'
