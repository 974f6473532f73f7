import { loadElements } from '../embed/loadElements.ts'

// For a page that has nothing but the loader: see embed/npm.test.ts.
Object.assign(globalThis, { loadElements })
