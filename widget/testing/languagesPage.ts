/** A page with one card form, and every language there is to put into it. For languages.test.ts. */
import { SluiceCardForm } from '../fields/card-form/card-form.ts'
import type { Failure, Texts } from '../locales/cardTexts.ts'

const files = import.meta.glob<Texts>('../locales/card/*.json', { eager: true, import: 'default' })
const cardLocales = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
)

const form = new SluiceCardForm()
form.texts = cardLocales['en']!
document.body.append(form)

/** The box of an element's text, over all its lines; and how many these are. */
const textOf = (element: Element): { box: DOMRect; lines: number } => {
  const range = document.createRange()
  range.selectNodeContents(element)
  const tops = [...range.getClientRects()].map(({ top, height }) => Math.round(top + height / 2))
  return { box: range.getBoundingClientRect(), lines: new Set(tops).size }
}

const said = (element: Element): string => element.textContent.trim().replace(/\s+/g, ' ')

/** Whether the text stands on one line, and inside its element. */
const fits = (element: Element): boolean => {
  const { box, lines } = textOf(element)
  const { left, right } = element.getBoundingClientRect()
  return lines === 1 && box.left >= left - 0.5 && box.right <= right + 0.5
}

const misfits = (selector: string): string[] =>
  [...form.querySelectorAll(selector)].filter((element) => said(element) && !fits(element)).map(said)

/** Whether two texts stand on one line with less than a letter between them. */
const collide = (a: DOMRect, b: DOMRect): boolean =>
  Math.abs(a.top - b.top) < 4 && a.left < b.right + 4 && b.left < a.right + 4

/** Labels that run into one another, or out of the form. */
const collisions = (): string[] => {
  const labels = [...form.querySelectorAll('label')].map((label) => ({ text: said(label), box: textOf(label).box }))
  const { left, right } = form.getBoundingClientRect()
  const isWrong = ({ box }: { box: DOMRect }) =>
    box.left < left - 0.5 ||
    box.right > right + 0.5 ||
    labels.some((other) => other.box !== box && collide(other.box, box))
  return labels.filter(isWrong).map(({ text }) => text)
}

const settled = async () => {
  await form.updateComplete
  await Promise.all([...form.querySelectorAll('sluice-field')].map((field) => field.updateComplete))
}

const speak = async (locale: string) => {
  document.documentElement.lang = locale
  document.documentElement.dir = cardLocales[locale]!.direction
  form.reset()
  form.texts = cardLocales[locale]!
  await settled()
}

/** The labels of all languages that do not fit at the width that the page has now. */
const labels = async (): Promise<string[]> => {
  const found: string[] = []
  for (const locale of Object.keys(cardLocales)) {
    await speak(locale)
    found.push(...collisions().map((label) => `${locale}: ${label}`))
  }
  return found
}

/** The sentences of all languages that do not fit on one line at the width that the page has now. */
const sentences = async (): Promise<string[]> => {
  const found: string[] = []
  for (const locale of Object.keys(cardLocales)) {
    await speak(locale)
    const look = async (selector: string) => {
      await settled()
      found.push(...misfits(selector).map((text) => `${locale}: ${text}`))
      if (!form.querySelector(selector)) found.push(`${locale}: no ${selector}`)
    }
    for (const network of ['visa', 'amex'] as const) {
      form.network = network
      await look('.help')
    }
    for (const error of ['missing', 'incomplete', 'wrong', 'past'] as const) {
      for (const field of form.querySelectorAll('sluice-field')) field.shown = error
      await look('.invalid ~ .message')
    }
    form.reset()
    for (const failure of Object.keys(form.texts.failures) as Failure[]) {
      form.refuse(failure, {})
      await look('.general')
    }
  }
  return found
}

/** What the test finds on `window`. */
export type Looks = { labels: typeof labels; sentences: typeof sentences }

Object.assign(window, { labels, sentences } satisfies Looks)
