import { SENTENCES } from './fallbackTexts.ts'

/** The language of an element: its own, else the page's, else the browser's. */
export const localeOf = (element: HTMLElement): string =>
  element.getAttribute('locale') ??
  ((element.closest<HTMLElement>('[lang]') ?? element.ownerDocument.documentElement).lang || navigator.language)

/** The text that replaces a form that did not load. */
export const loadErrorText = (element: HTMLElement): string =>
  SENTENCES[localeOf(element).slice(0, 2).toLowerCase()] ?? SENTENCES['en']!
