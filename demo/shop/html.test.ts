import { describe, expect, test } from 'vitest'
import { html, type Html } from './html.ts'

/** The formatter breaks templates into lines, which browsers do not show. */
const markupOf = ({ markup }: Html): string => markup.replace(/\s*\n\s*/g, '')

describe('html', () => {
  test('escapes text and attribute values', () => {
    const value = `<script>"'&`
    expect(
      markupOf(html`
        <b title="${value}">${value}</b>
      `),
    ).toBe('<b title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</b>')
  })

  test('prints markup and lists of markup as they are', () => {
    const items = ['a', '<'].map(
      (item) => html`
        <li>${item}</li>
      `,
    )
    expect(
      markupOf(html`
        <ul>
          ${items}
        </ul>
      `),
    ).toBe('<ul><li>a</li><li>&lt;</li></ul>')
  })

  test('prints nothing for false and undefined, and prints zero', () => {
    expect(
      markupOf(html`
        <i>${false}${undefined}${0}</i>
      `),
    ).toBe('<i>0</i>')
  })

  test('takes no look-alike of markup', () => {
    const lookAlike = { markup: '<b>' } as never
    expect(
      markupOf(html`
        <i>${lookAlike}</i>
      `),
    ).toBe('<i>[object Object]</i>')
  })
})
