/** The mark of Skidpad: the figure of eight that a car drives on one, with the car at its crossing. */
export const BrandMark = () => (
  <svg class="sk-mark" viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
    <circle cx="9.5" cy="10" r="6.5" />
    <circle cx="22.5" cy="10" r="6.5" />
    <path d="M14.2 13.4 16 6.4l1.8 7L16 12.3z" />
  </svg>
);
