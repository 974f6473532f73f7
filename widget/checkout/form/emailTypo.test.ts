import { expect, it } from 'vitest'
import { meantDomain } from './emailTypo.ts'

it.each([
  ['gmial.com', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['GMAIL.CMO', 'gmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['yahooo.com', 'yahoo.com'],
  ['hotmial.com', 'hotmail.com'],
  ['otmail.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['iclould.com', 'icloud.com'],
  ['comcast.ne', 'comcast.net'],
  ['yandex.ry', 'yandex.ru'],
])('the domain %s was probably meant as %s', (domain, meant) => {
  expect(meantDomain(` robin.miller@${domain} `)).toBe(meant)
})

it.each([
  'gmail.com',
  'Yahoo.com',
  'mail.com',
  'ymail.com',
  'email.com',
  'cloud.com',
  'gmx.de',
  'yahoo.co.uk',
  'hotmail.fr',
  'yandex.com',
  'kiln-and-tide.example',
  'gamil.cm',
  '',
])('the domain %j is not corrected', (domain) => {
  expect(meantDomain(`robin@${domain}`)).toBe('')
})

it('a text without a domain is not corrected', () => {
  for (const text of ['', 'robin', 'gmial.com']) expect(meantDomain(text)).toBe('')
})
