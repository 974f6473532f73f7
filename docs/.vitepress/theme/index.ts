import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { rememberCodeGroups } from './codeGroups.ts'
import Layout from './Layout.vue'
import ArchitectureOverview from './home/ArchitectureOverview.vue'
import TryIt from './TryIt.vue'
import './tokens.css'
import './style.css'
import './api.css'
import './home/home.css'

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component('TryIt', TryIt)
    app.component('ArchitectureOverview', ArchitectureOverview)
    if (!import.meta.env.SSR) rememberCodeGroups()
  },
} satisfies Theme
