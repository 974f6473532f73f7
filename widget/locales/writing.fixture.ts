import { expect, it } from 'vitest'
import type { faultsIn } from './leaves.ts'
import { isDecomposed, isForeign, isSpacedBadly, isTypewritten } from './writing.ts'

/**
 * The tests of spelling that all texts share.
 *
 * @param faults of the locales
 * @param latin words that may stay Latin in other scripts
 */
export const testSpelling = (faults: ReturnType<typeof faultsIn>, latin: RegExp): void => {
  it('every text is in its language’s script', () => {
    expect(faults((text, _path, locale) => isForeign(text, locale, latin))).toEqual([])
  })

  it('texts have no outer or double spaces, line breaks or invisible characters', () => {
    expect(faults(isSpacedBadly)).toEqual([])
  })

  it('every text is in Unicode normalization form C', () => {
    expect(faults(isDecomposed)).toEqual([])
  })

  it('texts use typographic apostrophes and quotation marks', () => {
    expect(faults(isTypewritten)).toEqual([])
  })

  it('texts contain no markup characters', () => {
    expect(faults((text) => /[<>&]/.test(text))).toEqual([])
  })
}
