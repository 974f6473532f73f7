import type { Html } from './html.ts'
import { bowl, mug, planter } from './pictures.ts'

export type Product = { id: string; name: string; about: string; cents: number; picture: Html }

/** All products of the shop. */
export const catalog: readonly Product[] = [
  { id: 'tide-mug', name: 'Tide mug', about: 'Stoneware, 350 ml, glazed by hand', cents: 1800, picture: mug },
  { id: 'fern-planter', name: 'Fern planter', about: 'Terracotta, fern included', cents: 2400, picture: planter },
  { id: 'plum-bowl', name: 'Plum bowl', about: 'Stoneware, 26 cm, for fruit or soup', cents: 3200, picture: bowl },
]

export const findProduct = (id: string): Product | undefined => catalog.find((product) => product.id === id)
