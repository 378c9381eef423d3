/** Draws when there is something new, once per picture of the screen, and not at all while nobody can see it. */
export class DrawLoop {
  private request = 0;
  private wanted = false;
  private visible = true;

  /** `draw` gets the wall time [s] and says whether it wants to draw again at once. */
  constructor(private readonly draw: (wall: number) => boolean) {}

  invalidate(): void {
    this.wanted = true;
    this.schedule();
  }

  /** Hidden things stay invalid and are drawn when they come back. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    if (visible) this.schedule();
  }

  private schedule(): void {
    if (this.request !== 0 || !this.visible || !this.wanted) return;
    this.request = requestAnimationFrame((now) => {
      this.request = 0;
      if (!this.visible) return;
      this.wanted = false;
      if (this.draw(now / 1000)) this.invalidate();
      else this.schedule();
    });
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
    this.visible = false;
  }
}
