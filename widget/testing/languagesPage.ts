/** A page with one card form and the texts of all languages. For languages.test.ts. */
import { SluiceCardForm } from '../fields/card-form/card-form.ts'
import type { Failure, Texts } from '../locales/cardTexts.ts'

const files = import.meta.glob<Texts>('../locales/card/*.json', { eager: true, import: 'default' })
const cardLocales = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
)

const form = new SluiceCardForm()
form.texts = cardLocales['en']!
document.body.append(form)

/** Bounding box and number of lines of an element's text. */
const textBox = (element: Element): { box: DOMRect; lines: number } => {
  const range = document.createRange()
  range.selectNodeContents(element)
  const tops = [...range.getClientRects()].map(({ top, height }) => Math.round(top + height / 2))
  return { box: range.getBoundingClientRect(), lines: new Set(tops).size }
}

const visibleText = (element: Element): string => element.textContent.trim().replace(/\s+/g, ' ')

/** Whether the text fits on one line inside its element. */
const fits = (element: Element): boolean => {
  const { box, lines } = textBox(element)
  const { left, right } = element.getBoundingClientRect()
  return lines === 1 && box.left >= left - 0.5 && box.right <= right + 0.5
}

const overflowingTexts = (selector: string): string[] =>
  [...form.querySelectorAll(selector)].filter((element) => visibleText(element) && !fits(element)).map(visibleText)

/** Whether two texts on one line are less than 4 px apart. */
const overlap = (a: DOMRect, b: DOMRect): boolean =>
  Math.abs(a.top - b.top) < 4 && a.left < b.right + 4 && b.left < a.right + 4

/** Labels that overlap each other or overflow the form. */
const collisions = (): string[] => {
  const labels = [...form.querySelectorAll('label')].map((label) => ({
    text: visibleText(label),
    box: textBox(label).box,
  }))
  const { left, right } = form.getBoundingClientRect()
  const isWrong = ({ box }: { box: DOMRect }) =>
    box.left < left - 0.5 ||
    box.right > right + 0.5 ||
    labels.some((other) => other.box !== box && overlap(other.box, box))
  return labels.filter(isWrong).map(({ text }) => text)
}

const fieldsUpdated = async () => {
  await form.updateComplete
  await Promise.all([...form.querySelectorAll('sluice-field')].map((field) => field.updateComplete))
}

const setLocale = async (locale: string) => {
  document.documentElement.lang = locale
  document.documentElement.dir = cardLocales[locale]!.direction
  form.reset()
  form.texts = cardLocales[locale]!
  await fieldsUpdated()
}

/** Labels of all languages that do not fit at the current width. */
const collidingLabels = async (): Promise<string[]> => {
  const found: string[] = []
  for (const locale of Object.keys(cardLocales)) {
    await setLocale(locale)
    found.push(...collisions().map((label) => `${locale}: ${label}`))
  }
  return found
}

/** Sentences of all languages that do not fit on one line at the current width. */
const overflowingSentences = async (): Promise<string[]> => {
  const found: string[] = []
  for (const locale of Object.keys(cardLocales)) {
    await setLocale(locale)
    const check = async (selector: string) => {
      await fieldsUpdated()
      found.push(...overflowingTexts(selector).map((text) => `${locale}: ${text}`))
      if (!form.querySelector(selector)) found.push(`${locale}: no ${selector}`)
    }
    for (const network of ['visa', 'amex'] as const) {
      form.network = network
      await check('.help')
    }
    for (const error of ['missing', 'incomplete', 'wrong', 'past'] as const) {
      for (const field of form.querySelectorAll('sluice-field')) field.shownError = error
      await check('.invalid ~ .message')
    }
    form.reset()
    for (const failure of Object.keys(form.texts.failures) as Failure[]) {
      form.showFailure(failure, {})
      await check('.general')
    }
  }
  return found
}

/** Functions on `window` for the test. */
export type LanguageChecks = {
  collidingLabels: typeof collidingLabels
  overflowingSentences: typeof overflowingSentences
}

Object.assign(window, { collidingLabels, overflowingSentences } satisfies LanguageChecks)
