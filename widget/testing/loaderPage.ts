import { loadElements } from '../embed/loadElements.ts'

// A page with only the loader. For embed/npm.test.ts.
Object.assign(globalThis, { loadElements })
