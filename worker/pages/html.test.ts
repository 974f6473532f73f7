import { describe, expect, test } from 'vitest'
import { element, escapeHtml, html } from './html.ts'

test('escapeHtml escapes the five special characters of HTML', () => {
  expect(escapeHtml(`<img src=x onerror="alert('&')">`)).toBe(
    '&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;',
  )
})

describe('html', () => {
  test('html escapes values in text and attributes', () => {
    const name = `"><script>alert(1)</script>`
    expect(
      html`
        <a title="${name}">${name}</a>
      `.text,
    ).not.toMatch(/<script|"">/)
  })

  test('html does not escape nested HTML and lists twice', () => {
    const item = html`
      <b>${'a & b'}</b>
    `
    expect(
      html`
        ${[item, item]}
      `.text,
    ).toBe('<b>a &amp; b</b><b>a &amp; b</b>')
  })

  test('html prints numbers, and nothing for null', () => {
    expect(
      html`
        ${5}${null}
      `.text,
    ).toBe('5')
  })

  test('html throws for an object that imitates Html', () => {
    const forged = { text: '<script>' } as never
    expect(
      () => html`
        ${forged}
      `,
    ).toThrow(TypeError)
  })
})

test('element escapes its text', () => {
  expect(element('code', '<b>').text).toBe('<code>&lt;b&gt;</code>')
})
