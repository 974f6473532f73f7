import { SENTENCES } from './sentences.ts'

/** The language that an element is to speak: its own, else that of the page around it, else the browser's. */
export const localeOf = (element: HTMLElement): string =>
  element.getAttribute('locale') ??
  ((element.closest<HTMLElement>('[lang]') ?? element.ownerDocument.documentElement).lang || navigator.language)

/** What an element says in place of a form that did not load. */
export const apologyOf = (element: HTMLElement): string =>
  SENTENCES[localeOf(element).slice(0, 2).toLowerCase()] ?? SENTENCES['en']!
