import type { IncomingMessage } from 'node:http'
import { writeBag, type Bag } from './bag.ts'

const name = 'kiln-and-tide-bag'

/** Headers that leave a bag with the browser; `new` is what a first visitor finds. */
export const keepBag = (bag: Bag | 'new'): Record<string, string> => ({
  'set-cookie': `${name}=${bag === 'new' ? '; Max-Age=0' : writeBag(bag)}; Path=/; HttpOnly; SameSite=Lax`,
})

/** The text of the bag that a browser brings. */
export const bagIn = (request: IncomingMessage): string | undefined =>
  request.headers.cookie
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
