// The part of `preact.js` that the app uses. Templates are checked by nobody: what htm makes has no type.
// A state or a reference that begins as null may become anything.

type Set<T> = (next: T | ((before: T) => T)) => void;

export function html(strings: TemplateStringsArray, ...values: unknown[]): any;
export function render(what: unknown, place: Element | null): void;
export function useState(begin: null | (() => null)): [any, (next: any) => void];
export function useState<T>(begin: T | (() => T)): [T, Set<T>];
export function useState(): [any, (next: any) => void];
export function useRef(begin: null): { current: any };
export function useRef<T>(begin: T): { current: T };
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useEffect(effect: () => void | (() => unknown), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => unknown), inputs?: unknown[]): void;
