import type { Page } from '@playwright/test'

/** A picture of the documentation, taken in light and in dark mode. */
export interface Picture {
  readonly name: string
  /** The viewport, 640 by 800 by default. */
  readonly width?: number
  readonly height?: number
  /** Device scale factor. */
  readonly scale?: number
  /** Width of a small copy in pixels, `<name>-small.webp`, for pages that show the picture on a phone first of all. */
  readonly smallWidth?: number
  /** Prepares the page. @returns the selector of the part to capture; nothing for the whole viewport */
  readonly take: (page: Page) => Promise<string | void>
}
