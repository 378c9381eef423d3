"""MonoSIM's released lane pipeline in OpenCV and numpy, timed: the yardstick for `releasedPipeline` in src/vision.

Run: /usr/bin/python3 bench/vision-opencv.py [picture.png] [repetitions]; prints milliseconds as JSON.
"""
import json
import os
import sys
import time

import cv2
import numpy as np

MATRIX = np.array([[-6.125, -38, 2280], [0, -64, 3840], [0, -0.11875, 1]])
ELEMENT = np.ones((5, 5), np.uint8)


def released(bgr):
    view = cv2.warpPerspective(bgr, MATRIX, (640, 480))
    value = cv2.cvtColor(view, cv2.COLOR_BGR2HSV)[:, :, 2]
    _, mask = cv2.threshold(value, 30, 255, cv2.THRESH_BINARY)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, ELEMENT)
    histogram = np.sum(mask[240:], axis=0)
    current = [np.argmax(histogram[:320]), np.argmax(histogram[320:]) + 320]
    rows, columns = mask.nonzero()
    lines = [[], []]
    for k in range(1, 7):
        low, high = 480 - (k + 1) * 34, 480 - k * 34
        for side in range(2):
            left, right = current[side] - 30, current[side] + 30
            inside = ((rows >= low) & (rows < high) & (columns >= left) & (columns < right)).nonzero()[0]
            lines[side].append(inside)
            if len(inside) > 50:
                current[side] = int(np.mean(columns[inside]))
    fits = []
    for parts in lines:
        chosen = np.concatenate(parts)
        fits.append(np.polyfit((480 - rows[chosen] + 34) / 63.297478, (320 - columns[chosen]) / 53.735893, 3))
    return fits


def median_ms(work, repetitions):
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return round(1000 * float(np.median(times)), 4)


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    picture = cv2.imread(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../test/fixtures/vision/released-bend.png"))
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    result = {}
    for threads in (cv2.getNumThreads(), 1):
        cv2.setNumThreads(threads)
        released(picture)
        view = cv2.warpPerspective(picture, MATRIX, (640, 480))
        value = np.ascontiguousarray(cv2.cvtColor(view, cv2.COLOR_BGR2HSV)[:, :, 2])
        result[f"{threads} threads"] = {
            "pipeline": median_ms(lambda: released(picture), repetitions),
            "warp": median_ms(lambda: cv2.warpPerspective(picture, MATRIX, (640, 480)), repetitions),
            "hsv": median_ms(lambda: cv2.cvtColor(view, cv2.COLOR_BGR2HSV), repetitions),
            "blur5": median_ms(lambda: cv2.GaussianBlur(value, (5, 5), 0), repetitions),
            "open5": median_ms(lambda: cv2.morphologyEx(value, cv2.MORPH_OPEN, ELEMENT), repetitions),
        }
    print(json.dumps(result, indent=2))
