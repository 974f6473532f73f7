import { isLuhnValid } from '#contract/card/luhn'
import type { SeededRandom } from './random.ts'

/** A shopper of the demo shop. Nobody is real, and mail.example is a reserved domain. */
export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** The shop's own id of the customer. */
  readonly number: string
  readonly card: { readonly accountNumber: string; readonly expires: string; readonly verificationValue: string }
  readonly address: Readonly<Record<'name' | 'line1' | 'city' | 'state' | 'postalCode' | 'country', string>>
}

const firstNames =
  'Ada Amira Ana Anders Beatriz Ben Bram Carla Chidi Chloe Daniel Dara Elena Eli Emma Farid Fiona Grace Hana Henrik Hugo Imani Ines Isaac Ivy James Joana Jonas June Kai Kenji Lara Leo Lena Lucia Mae Marcus Maren Mateo Maya Mina Nadia Nils Nora Olive Omar Otto Paula Priya Quinn Rafael Rosa Ruth Sam Sana Silas Sofia Tara Theo Tomas Uma Vera Viktor Willa Yara Yusuf Zoe'.split(
    ' ',
  )
const lastNames =
  'Abbott Adeyemi Alvarez Andersen Baker Banerjee Bauer Bell Bennett Brandt Byrne Castillo Chen Clarke Costa Dahl Diaz Dubois Ellis Fischer Flores Foster Garcia Green Haddad Hansen Hart Hayes Hughes Ibrahim Ito Jensen Kaplan Keller Khan Kim Kowalski Larsen Lopez Marsh Meyer Moreau Murphy Nakamura Nguyen Novak Okafor Olsen Park Patel Pereira Quist Reid Rossi Santos Sato Schmidt Silva Singh Stone Tanaka Torres Vance Walsh Weber Wood Young'.split(
    ' ',
  )
const streets =
  'Alder Beacon Cedar Chestnut Dune Elm Ferry Harbor Heron Juniper Kiln Lark Linden Maple Mill Orchard'.split(' ')
const cities = [
  ['Portland', 'ME', '04101'],
  ['Rockland', 'ME', '04841'],
  ['Portsmouth', 'NH', '03801'],
  ['Burlington', 'VT', '05401'],
  ['Salem', 'MA', '01970'],
  ['Providence', 'RI', '02903'],
  ['New Haven', 'CT', '06510'],
  ['Brooklyn', 'NY', '11201'],
  ['Philadelphia', 'PA', '19103'],
  ['Asheville', 'NC', '28801'],
  ['Madison', 'WI', '53703'],
  ['Santa Fe', 'NM', '87501'],
  ['Seattle', 'WA', '98101'],
] as const

interface Issuer {
  readonly prefix: string
  readonly digits: number
}

/** The first digits of documented test cards, with the length of their numbers. The other digits are made up. */
const issuers: readonly (readonly [Issuer, weight: number])[] = [
  [{ prefix: '42424242', digits: 16 }, 34],
  [{ prefix: '41111111', digits: 16 }, 16],
  [{ prefix: '55555555', digits: 16 }, 22],
  [{ prefix: '22230031', digits: 16 }, 6],
  [{ prefix: '37828224', digits: 15 }, 12],
  [{ prefix: '60111111', digits: 16 }, 7],
  [{ prefix: '35660020', digits: 16 }, 2],
  [{ prefix: '30569300', digits: 14 }, 1],
]

const checkDigits = [...'0123456789']

const cardNumber = ({ prefix, digits }: Issuer, random: SeededRandom): string => {
  const made = Array.from({ length: digits - prefix.length - 1 }, () => random.between(0, 9)).join('')
  return prefix + made + checkDigits.find((digit) => isLuhnValid(prefix + made + digit))
}

const twoDigits = (number: number) => String(number % 100).padStart(2, '0')

/** @param year of the last day: all cards are valid then */
export const createPerson = (number: number, year: number, random: SeededRandom): Person => {
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
  const [city, state, postalCode] = random.pick(cities)
  const issuer = random.weighted(issuers)
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}${number % 7 === 0 ? number : ''}@mail.example`.toLowerCase(),
    number: `C-${1000 + number}`,
    card: {
      accountNumber: cardNumber(issuer, random),
      expires: twoDigits(random.between(1, 12)) + twoDigits(year + random.between(1, 4)),
      verificationValue: issuer.digits === 15 ? '1234' : '123',
    },
    address: {
      name: `${firstName} ${lastName}`,
      line1: `${random.between(1, 240)} ${random.pick(streets)} Street`,
      city,
      state,
      postalCode,
      country: 'US',
    },
  }
}
