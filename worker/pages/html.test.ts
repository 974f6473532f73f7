import { describe, expect, test } from 'vitest'
import { element, escapeHtml, html } from './html.ts'

test('escapes the five characters that mean something in HTML', () => {
  expect(escapeHtml(`<img src=x onerror="alert('&')">`)).toBe(
    '&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;',
  )
})

describe('html', () => {
  test('escapes values, in text and in attributes', () => {
    const name = `"><script>alert(1)</script>`
    expect(
      html`
        <a title="${name}">${name}</a>
      `.text,
    ).not.toMatch(/<script|"">/)
  })

  test('does not escape HTML twice, nor within lists', () => {
    const item = html`
      <b>${'a & b'}</b>
    `
    expect(
      html`
        ${[item, item]}
      `.text,
    ).toBe('<b>a &amp; b</b><b>a &amp; b</b>')
  })

  test('prints numbers, and nothing for null', () => {
    expect(
      html`
        ${5}${null}
      `.text,
    ).toBe('5')
  })

  test('refuses an object that only looks like HTML', () => {
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
