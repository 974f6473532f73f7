/// <reference types="vitepress/client" />

/** URL of the local gateway, or empty where there is none: see docs/.vitepress/config.ts. */
declare const LOCAL_GATEWAY: string

declare module '*.png' {
  const url: string
  export default url
}

declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
