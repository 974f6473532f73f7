import { de } from './de.ts'
import { en } from './en.ts'
import type { Texts } from './texts.ts'

/** Every locale there is, by its BCP 47 tag. Read at build time only: a page carries the texts of one. */
export const LOCALES: Record<string, Texts> = { en, de }
