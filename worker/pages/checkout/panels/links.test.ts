import { expect, test } from 'vitest'
import { toContact } from './links.ts'

const merchant = { name: 'Ann’s Cups', logoUrl: null, supportUrl: null, timeZone: 'UTC' }

test.each([
  ['hello@shop.example', 'mailto:hello@shop.example'],
  ["a?subject=x&bcc=%40y'@shop.example", "mailto:a%3Fsubject%3Dx%26bcc%3D%2540y'@shop.example"],
  ['jörg@bücher.example', 'mailto:j%C3%B6rg@b%C3%BCcher.example'],
])('contact link of %s addresses it alone, without a subject or other recipients', (supportEmail, href) => {
  expect(toContact({ ...merchant, supportEmail })).toEqual({ text: supportEmail, href })
  expect(new URL(href).search).toBe('')
  expect(decodeURIComponent(new URL(href).pathname)).toBe(supportEmail)
})
