/** A page with the marks of all networks. For brand-mark.test.ts. */
import { render } from 'lit'
import { NETWORK_NAMES } from '#contract/card/networks'
import { brandMark } from '../fields/brand-mark/brand-mark.ts'

render([...NETWORK_NAMES, 'unknown' as const].map(brandMark), document.querySelector('main')!)
