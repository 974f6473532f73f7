import { expect, test } from 'vitest'
import { errorHelp } from '#contract/errors/errorHelp'
import type { ErrorType } from '#contract/errors/errorTypes'
import { errors, slugOf } from '#contract/errors/errorTypes'
import { eventKinds, eventTypes, kindsOf } from '#contract/events/events'
import { eventTexts } from '#contract/events/eventTexts'
import { escapeHtml } from '../html.ts'
import { errorsPage, problemPage } from './errorPages.ts'
import { eventsPage } from './eventsPage.ts'
import { printedPages } from './pages.ts'
import { pageStyle } from './pageStyle.ts'

const types = Object.keys(errors) as ErrorType[]
const printed = printedPages()

test.each(Object.entries(printed))(
  'page %s has no scripts and only the style element that its policy allows',
  (_, text) => {
    expect(text).toMatch(/^<!doctype html>/i)
    expect(text).not.toMatch(/<script|<link rel="stylesheet"| style="| on\w+="/)
    expect([...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style)).toEqual([pageStyle])
  },
)

test('/errors has an anchor for each error type, with status and help', () => {
  const text = errorsPage()
  for (const type of types) {
    const [, entry, ...more] = text.split(`id="${type}"`)
    expect(more, type).toEqual([])
    expect(entry?.split('</section>')[0], type).toContain(`<span class="status">${errors[type].status}</span>`)
    expect(entry?.split('</section>')[0], type).toContain(escapeHtml(errorHelp[type]))
  }
})

test('/problems has a page for each error type, with status and help', () => {
  for (const type of types) {
    const text = printed[`problems/${slugOf(type)}.html`]
    expect(text, type).toBe(problemPage(type))
    expect(text, type).toContain(`href="/errors#${type}"`)
    expect(text, type).toContain(`Status ${errors[type].status}`)
    expect(text, type).toContain(escapeHtml(errorHelp[type]))
  }
})

test('/events has an anchor and a description for each event type, under its kind', () => {
  const kinds = eventsPage().split('<h2 id="kind-').slice(1)
  expect(kinds.map((text) => Number.parseInt(text, 10))).toEqual([...eventKinds.keys()])
  for (const type of eventTypes) {
    const [, entry, ...more] = kinds[kindsOf(type)[0]!]!.split(`id="${type}"`)
    expect(more, type).toEqual([])
    expect(entry?.split('</section>')[0], type).toContain(escapeHtml(eventTexts[type]))
  }
})

test('/errors contains no {placeholder}', () => {
  expect(errorsPage()).not.toMatch(/\{\w+\}/)
})

test.each(Object.entries(printed))('page %s links no other origin', (_, text) => {
  expect(text).not.toMatch(/(src|href)="https?:/)
})
