import type { AddressRules } from '#contract/addresses/addressRules'
import { isCountryCode } from '#contract/addresses/countryCodes'
import pages from '#built/pages' with { type: 'json' }
import { findBuiltFile } from '../builtFile.ts'
import { readBuiltJson } from './builtJson.ts'

/** Reads the rules of a country that the build has written; null if there is no such country. */
export const readAddressRules = async (country: string, assets: Fetcher): Promise<AddressRules | null> =>
  isCountryCode(country) ? readBuiltJson(`/address/${country}.json`, assets) : null

/** The folder of the rules of this build, which the page reads when the country changes. */
export const addressRulesPath = `/checkout-assets/address/${pages.checkout.addressVersion}/`

const YEAR_S = 31_536_000

/**
 * `/checkout-assets/address/<version>/<country>.json`: the address rules of a country, for this origin only.
 *
 * @returns null for another version or an unknown country
 */
export const addressRulesFile = async (request: Request, assets: Fetcher): Promise<Response | null> => {
  const { pathname } = new URL(request.url)
  const country = pathname.slice(addressRulesPath.length, -'.json'.length)
  if (pathname !== `${addressRulesPath}${country}.json` || !isCountryCode(country)) return null
  return findBuiltFile(request, assets, {
    path: `/address/${country}.json`,
    etag: `${pages.checkout.addressVersion}-${country}`,
    headers: {
      'content-type': 'application/json',
      'cache-control': `public, max-age=${YEAR_S}, immutable`,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    },
  })
}
