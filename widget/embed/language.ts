import { FALLBACK_TEXTS } from './fallbackTexts.ts'

/** The language of an element: its own, else the page's, else the browser's. */
export const localeOf = (element: HTMLElement): string =>
  element.getAttribute('locale') ??
  ((element.closest<HTMLElement>('[lang]') ?? element.ownerDocument.documentElement).lang || navigator.language)

/** The text that replaces a form that did not load, and that of its button. */
export const fallbackTexts = (element: HTMLElement): readonly [text: string, retry: string] =>
  FALLBACK_TEXTS[localeOf(element).slice(0, 2).toLowerCase()] ?? FALLBACK_TEXTS['en']!

/** The text that replaces a form that did not load. */
export const loadErrorText = (element: HTMLElement): string => fallbackTexts(element)[0]
