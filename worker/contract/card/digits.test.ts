import { describe, expect, it } from 'vitest'
import { digitsOf } from './digits.ts'

describe('digitsOf', () => {
  it('digitsOf reads the digits of each Unicode script', () => {
    const systems = Intl.supportedValuesOf('numberingSystem')
      .map((numberingSystem) => new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(9876543210))
      .filter((text) => /^\p{Nd}+$/u.test(text))
    expect(systems.length).toBeGreaterThan(50)
    for (const text of systems) expect(digitsOf(text), text).toBe('9876543210')
  })

  it('digitsOf removes all characters but digits', () => {
    expect(digitsOf('٤٢ 4-2x²½Ⅷ')).toBe('4242')
  })
})
