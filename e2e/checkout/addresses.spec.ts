import { axeViolations } from '../../widget/testing/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

/**
 * An address typed by keyboard, line by line in the order of the country: its label, what a person types, and what the order stores if that
 * is not the same.
 */
type Line = readonly [id: string, label: string, typed: string, stored?: string]

const street = (text: string): Line => ['line1', 'Address', text]
const second = (text = ''): Line => ['line2', 'Apartment, suite (optional)', text]

const addresses: Record<string, { name: string; lines: readonly Line[] }> = {
  US: {
    name: 'United States',
    lines: [
      street('1 Main St'),
      second('Apt 4'),
      ['city', 'City', 'Fargo'],
      ['state', 'State', 'North Dakota', 'ND'],
      ['postalCode', 'ZIP code', '581021234', '58102-1234'],
    ],
  },
  CA: {
    name: 'Canada',
    lines: [
      street('5251 Duke St'),
      second(),
      ['city', 'City', 'Halifax'],
      ['state', 'Province', 'Nova Scotia', 'NS'],
      ['postalCode', 'Postal code', 'b3j1p3', 'B3J 1P3'],
    ],
  },
  GB: {
    name: 'United Kingdom',
    lines: [
      street('1 Kiln Lane'),
      second(),
      ['city', 'City', 'Truro'],
      ['postalCode', 'Postal code', 'tr12ab', 'TR1 2AB'],
    ],
  },
  DE: {
    name: 'Germany',
    lines: [street('Hafenstr. 1'), second(), ['postalCode', 'Postal code', '10115'], ['city', 'City', 'Berlin']],
  },
  FR: {
    name: 'France',
    lines: [street('1 rue de Rivoli'), second(), ['postalCode', 'Postal code', '75001'], ['city', 'City', 'Paris']],
  },
  JP: {
    name: 'Japan',
    lines: [
      street('1-1 Chiyoda'),
      second(),
      ['state', 'Prefecture', 'Tokyo', '13'],
      ['postalCode', 'Postal code', '1000001', '100-0001'],
    ],
  },
  BR: {
    name: 'Brazil',
    lines: [
      street('Praça da Liberdade, 10'),
      second('Apto 4'),
      ['district', 'Neighborhood (optional)', 'Funcionários'],
      ['city', 'City', 'Belo Horizonte'],
      ['state', 'State', 'Minas Gerais', 'MG'],
      ['postalCode', 'Postal code', '30140071', '30140-071'],
    ],
  },
  IN: {
    name: 'India',
    lines: [
      street('1 MG Road'),
      second(),
      ['city', 'City', 'Pune'],
      ['postalCode', 'PIN code', '411001'],
      ['state', 'State', 'Maharashtra', 'MH'],
    ],
  },
  AE: {
    name: 'United Arab Emirates',
    lines: [street('Villa 1, Al Wasl Road'), second(), ['state', 'Emirate', 'Dubai', 'DU']],
  },
  HK: {
    name: 'Hong Kong SAR China',
    lines: [
      street('1 Nathan Road'),
      second('Flat B'),
      ['city', 'District (optional)', 'Tsim Sha Tsui'],
      ['state', 'Area', 'Kowloon'],
    ],
  },
  IE: {
    name: 'Ireland',
    lines: [
      street('1 Main Street'),
      second(),
      ['district', 'Village or locality (optional)', ''],
      ['city', 'City', 'Sligo'],
      ['state', 'County (optional)', 'Co. Sligo', 'SO'],
      ['postalCode', 'Eircode (optional)', 'f91abc1', 'F91 ABC1'],
    ],
  },
}

/** The line of the order: a district joins the second line of the street. */
const stored = (lines: readonly Line[]): Record<string, string> => {
  const { district, ...order } = Object.fromEntries(lines.map(([id, , typed, stored = typed]) => [id, stored]))
  return { ...order, line2: [order['line2'], district].filter(Boolean).join(', ') }
}

for (const [country, { name, lines }] of Object.entries(addresses))
  test(`checkout: an address in ${name}, typed by keyboard, is stored as the country writes it`, async ({
    page,
    local,
  }) => {
    const checkout = new CheckoutPage(page, local.gateway)
    const { id } = await checkout.open({ total: 5, collectShipping: true, sendReceipt: false, oneTimePayment: true })
    const labels = page.locator('sluice-address label')
    const typed: Record<string, string> = {
      'shipping-name': 'Ada Lovelace',
      'shipping-country': name,
      'cc-number': '4242424242424242',
      'cc-exp': '1230',
      'cc-csc': '123',
      'cc-name': 'Ada Lovelace',
      ...Object.fromEntries(lines.map(([line, , text]) => [`shipping-${line}`, text])),
    }
    await expect(page.locator('#shipping-country option')).toHaveCount(250)
    const visited: string[] = []
    while (visited.at(-1) !== 'pay' && visited.length < 30) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement!.id || document.activeElement!.className)
      visited.push(focused)
      await page.keyboard.type(typed[focused] ?? '')
      if (focused !== 'shipping-country') continue
      await expect(page.locator('#shipping-country')).toHaveValue(country)
      // The lines of the country have come.
      await expect(labels).toHaveText(['Full name', 'Country', ...lines.map(([, label]) => label)])
    }
    expect(visited.filter((stop) => stop.startsWith('shipping-'))).toEqual(
      ['name', 'country', ...lines.map(([line]) => line)].map((line) => `shipping-${line}`),
    )
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await checkout.waitForReceipt()
    const { transactionId } = await checkout.client.read(id)
    const { order } = await checkout.client.transaction(transactionId)
    expect(order.shipTo).toEqual({ ...stored(lines), name: 'Ada Lovelace', country })
  })
